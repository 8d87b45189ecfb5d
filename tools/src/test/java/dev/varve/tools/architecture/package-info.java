/**
 * What imports can show of the architecture, checked over the compiled classes of every module that
 * the command loads. Tests of behaviour do not belong here.
 */
@NullMarked
package dev.varve.tools.architecture;

import org.jspecify.annotations.NullMarked;

package dev.varve.engine.log;

import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;

/** A recovery within the heap, which can be told to die before a step. */
final class MemorySite implements RecoverySite {
  final MemoryEntryStore made = new MemoryEntryStore();
  String dieBefore = "";
  boolean ready;
  boolean finished;

  private void step(String name) {
    if (name.equals(dieBefore)) {
      throw new IllegalStateException("killed before " + name);
    }
  }

  @Override
  public String setAside() {
    return "log.quarantine/1";
  }

  @Override
  public EntryStore begin() {
    step("begin");
    return made.reopened();
  }

  @Override
  public void ready() {
    step("ready");
    ready = true;
  }

  @Override
  public void finish() {
    step("finish");
    finished = true;
  }
}

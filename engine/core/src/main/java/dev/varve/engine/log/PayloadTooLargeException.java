package dev.varve.engine.log;

/** An event's stored payload would exceed 512 KiB. */
public final class PayloadTooLargeException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  PayloadTooLargeException(String message) {
    super(message);
  }
}

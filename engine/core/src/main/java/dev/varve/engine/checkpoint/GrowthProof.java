package dev.varve.engine.checkpoint;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.tree.ConsistencyProof;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The proof that a log has only grown from one checkpoint to another: nothing that the older one
 * covers was changed or taken away. One file of text:
 *
 * <pre>
 *  varve/consistency/1
 *  path base64(32 bytes)         once a node
 *  older base64(signed note)
 *
 *  the newer signed note, to the end
 * </pre>
 *
 * @param path as in RFC 9162, section 2.1.4
 * @param older note
 * @param newer note
 */
public record GrowthProof(List<ByteString> path, SignedNote older, SignedNote newer) {
  /** First line of the file. */
  public static final String MAGIC = "varve/consistency/1";

  private static final int MAX_LENGTH = 4 * SignedNote.MAX_LENGTH;
  private static final int MAX_PATH = 128;

  /** Copies the path. */
  public GrowthProof {
    path = List.copyOf(path);
  }

  /**
   * Reads a file; checks its form alone.
   *
   * @throws NoteException naming the line
   */
  public static GrowthProof parse(byte[] file) {
    ProofLines lines = ProofLines.of(file, MAGIC, MAX_LENGTH);
    List<ByteString> path = new ArrayList<>();
    while (lines.isNext("path")) {
      if (path.size() == MAX_PATH) {
        throw new NoteException("a path has at most " + MAX_PATH + " nodes");
      }
      path.add(ByteString.of(lines.bytes("path")));
    }
    SignedNote older = SignedNote.parse(lines.bytes("older"));
    return new GrowthProof(path, older, lines.note());
  }

  /**
   * The newer checkpoint, signatures not looked at.
   *
   * @throws NoteException saying what does not fit
   */
  public Checkpoint check() {
    Checkpoint from = Checkpoint.parse(older.text());
    Checkpoint to = Checkpoint.parse(newer.text());
    if (!from.log().equals(to.log())) {
      throw new NoteException("the checkpoints are of two logs");
    }
    if (!new ConsistencyProof(from.size(), to.size(), path).links(from.root(), to.root())) {
      throw new NoteException("the newer checkpoint is not of a log that the older one began");
    }
    return to;
  }

  /** The bytes of the file. */
  public byte[] toBytes() {
    StringBuilder text = new StringBuilder(MAGIC).append('\n');
    for (ByteString node : path) {
      text.append("path ").append(Base64Text.of(node.toBytes())).append('\n');
    }
    text.append("older ").append(Base64Text.of(older.toBytes())).append("\n\n").append(newer);
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}

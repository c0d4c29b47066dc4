// What can go wrong: an error class a kind, as in the package for Python.

/** An error of seeddb; `kind` is its stable name. */
export class SeeddbError extends Error {
  constructor(message) {
    super(message);
    this.name = this.kind = new.target.kind;
  }
  static kind = 'Error';
}
/** A text that is no grid. */
export class InvalidPuzzle extends SeeddbError {
  static kind = 'InvalidPuzzle';
}
/** A grid without a solution. */
export class NoSolution extends InvalidPuzzle {
  static kind = 'NoSolution';
  solutions = [];
}
/** A grid with several solutions, two of which are in `solutions`. */
export class NotUnique extends InvalidPuzzle {
  static kind = 'NotUnique';
  solutions = [];
}
/** Arguments that cannot be meant. */
export class RequestError extends SeeddbError {
  static kind = 'RequestError';
}
/** A draw that the seeds of a pack cannot meet, or not any more. */
export class Unmet extends SeeddbError {
  static kind = 'Unmet';
}
/** A pack that was closed. */
export class Closed extends SeeddbError {
  static kind = 'Closed';
}
/** What a pack drew cannot be remembered, or what is remembered cannot be read. */
export class MemoryError extends SeeddbError {
  static kind = 'MemoryError';
}

const KINDS = { InvalidPuzzle, NoSolution, NotUnique, RequestError, Unmet };

/** The error that the core told. */
export function errorOf({ kind, message, solutions }) {
  const error = new (KINDS[kind] ?? SeeddbError)(message);
  if (solutions) error.solutions = solutions;
  return error;
}

// seeddb for JavaScript.
export * from './errors.js';
export { canon, explain, hint, isMinimal, isUnique, rate, shuffle, solve, steps, symmetries } from './puzzles.js';
export { canonAll, rateAll, solveAll } from './many.js';
export { Pack } from './pack.js';

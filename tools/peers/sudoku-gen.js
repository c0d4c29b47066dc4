// The side of the npm package sudoku-gen: node sudoku-gen.js draw FILE SECONDS COUNT, as clock.rs
// says.
const fs = require("fs");
const { getSudoku } = require("sudoku-gen");

const [job, file, seconds, count] = process.argv.slice(2);
if (job !== "draw") throw new Error(`no job ${job}`);

const made = [];
const start = process.hrtime.bigint();
const elapsed = () => Number(process.hrtime.bigint() - start) / 1e9;
while (made.length < Number(count) && elapsed() < Number(seconds)) made.push(getSudoku("expert"));
console.log(`${made.length}\t${elapsed()}\t0`);
fs.writeFileSync(file, made.map(({ puzzle }) => puzzle.replaceAll("-", ".") + "\n").join(""));

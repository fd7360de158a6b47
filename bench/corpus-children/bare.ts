// node bare.ts: prints the milliseconds from the start of the process to its first line.
console.log(JSON.stringify({ milliseconds: performance.now() }));

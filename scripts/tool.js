// `node scripts/tool.js NAME …` runs a bundled program. Its file arguments are relative to the folder of the command,
// which npm, that runs scripts in the package's folder, passes on.
process.chdir(process.env.INIT_CWD ?? ".");
const [name = ""] = process.argv.splice(2, 1);
await import(new URL(`../build/tools/${name}.js`, import.meta.url).href);

// main.ts imports this before all else: under an older Node the rest fails in ways that do not name the reason.
const oldest = 24

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Legajo needs Node ${oldest} or newer and this is ${process.version}: \`npm start\` brings the right one`,
  )
  process.exit(1)
}

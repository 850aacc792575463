// Kept in syntax that Node 12 reads, so that an old Node gets this line and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)

if (!isNewEnough) {
  process.stderr.write(`Chuma needs Node 20.19, 22.12 or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { install } from './install.mjs'
import mutations from './mutations.json' with { type: 'json' }
import { bin, root, runMain, runQuietly, Stop } from './run-command.mjs'

const report = path.join(root, '.cache', 'tests', 'mutation.json')

/**
 * Break one money rule at a time, `from` to `to` in `file`, and run only `tests`. Fails if the `test` named for the rule stays green.
 */
export function runMutations(words) {
  return runMain(async () => {
    await install()
    const picked = mutations.filter(({ rule }) => words.every((word) => rule.includes(word)))
    if (picked.length === 0) throw new Stop(`No rule has these words: ${words.join(' ')}`)
    const unnoticed = []
    for (const mutation of picked) {
      const failures = await listFailures(mutation)
      process.stdout.write(`${failures.length > 0 ? 'noticed ' : 'MISSED  '} ${mutation.rule}\n`)
      for (const title of failures) process.stdout.write(`           ${title}\n`)
      if (!failures.includes(mutation.test)) unnoticed.push(mutation.rule)
    }
    if (unnoticed.length > 0) throw new Stop(`No named test noticed: ${unnoticed.join('; ')}`)
  })
}

/** The titles of the tests that fail while the rule is broken. The file is put back whatever happens. */
async function listFailures({ file, from, to, tests, rule }) {
  const changed = path.join(root, file)
  const source = readFileSync(changed, 'utf8')
  if (source.split(from).length !== 2) throw new Stop(`${rule}: ${file} must hold this once:\n${from}`)
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const putBack = () => writeFileSync(changed, source)
  // Ctrl-C must not leave a broken rule behind.
  process.once('SIGINT', putBack)
  try {
    writeFileSync(
      changed,
      source.replace(from, () => to),
    )
    const command = bin('vitest/vitest.mjs', 'run', tests, '--reporter=json', `--outputFile=${report}`)
    const { output } = await runQuietly(...command)
    if (!existsSync(report)) throw new Stop(`${rule}: the tests left no report\n${output}`)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ title }) => title)
  } finally {
    putBack()
    process.removeListener('SIGINT', putBack)
  }
}

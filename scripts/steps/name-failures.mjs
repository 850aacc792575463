import { readFileSync } from 'node:fs'

const MOST = 12
const WIDTH = 160

/** Summarise each failed test in one line from the JSON reports of Vitest and Playwright, for the end of a long log. */
export function nameFailures(file) {
  const failures = readFailures(file)
  if (failures === undefined) return [...readServer(file), 'left no report']
  if (failures.length === 0) return ['no test failed, but something outside of them: see above']
  const lines = failures.slice(0, MOST).map(({ name, message }) => `${name}: ${firstLine(message)}`)
  const rest = failures.length - lines.length
  return [...readServer(file), ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])]
}

/** The last output of a server under test that crashed. */
function readServer(file) {
  try {
    return readFileSync(`${file}.server`, 'utf8').trim().split('\n').slice(0, MOST)
  } catch {
    return []
  }
}

function readFailures(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return report.testResults ? ofVitest(report) : ofPlaywright(report)
  } catch {
    return
  }
}

function ofVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that fails to load has no tests.
    if (status === 'failed' && failed.length === 0) return [{ name: shorten(name), message }]
    return failed.map((test) => ({
      name: `${shorten(name)} > ${test.title}`,
      message: test.failureMessages[0] ?? '',
    }))
  })
}

function ofPlaywright({ suites = [], errors = [] }) {
  return [
    ...errors.map(({ message }) => ({ name: 'before any test', message })),
    ...suites.flatMap(function ofSuite({ specs = [], suites = [] }) {
      const failed = specs.filter(({ ok }) => !ok)
      return [...failed.map(ofSpec), ...suites.flatMap(ofSuite)]
    }),
  ]
}

function ofSpec({ file, line, title, tests }) {
  const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message
  return { name: `${file}:${line} ${title}`, message: message ?? 'did not run' }
}

const shorten = (file) => file.split('/').slice(-2).join('/')

/** Strip terminal colours. */
function firstLine(message = '') {
  const [line = ''] = message
    .replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
    .split('\n')
  return line.slice(0, WIDTH)
}

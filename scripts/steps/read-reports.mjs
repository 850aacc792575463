import { readFileSync } from 'node:fs'

const MOST = 12
const WIDTH = 160

/** So few failures are shown with what was expected and what came, since a log may be cut above. */
const FEW = 3
const DETAIL = 20

/** Errors outside of tests have frames of a stack, and Vitest's explanation of what they are. */
const LONGEST = 40

/**
 * Summarise the failed tests from the JSON reports of Vitest and Playwright, for the end of a long log. If none failed, `errors`, what
 * the stage said on the error stream, ends with what did.
 */
export function nameFailures(file, errors) {
  const failures = readFailures(file)
  if (failures === undefined) return [...readServer(file), ...endOf(errors), 'left no report']
  if (failures.length === 0) return ['no test failed, but something outside of them:', ...endOf(errors)]
  const detail = failures.length <= FEW ? DETAIL : 1
  const shown = failures.slice(0, MOST)
  const lines = shown.flatMap(({ name, message }) => {
    const [first = '', ...others] = endsOf(readLines(message), detail)
    return [`${name}: ${first}`, ...others.map((line) => `    ${line}`)]
  })
  const rest = failures.length - shown.length
  return [...readServer(file), ...lines, ...(rest > 0 ? [`and ${rest} more`] : [])]
}

/** A message's beginning, and its end if there is room: there the log of a call says what it waited for last. */
function endsOf(lines, most) {
  if (lines.length <= most || most === 1) return lines.slice(0, most)
  const end = Math.floor(most / 3)
  return [...lines.slice(0, most - end - 1), '…', ...lines.slice(-end)]
}

const endOf = (errors) => readLines(errors).slice(-LONGEST)

/** The last output of a server under test that crashed. */
function readServer(file) {
  try {
    return readFileSync(`${file}.server`, 'utf8').trim().split('\n').slice(0, MOST)
  } catch {
    return []
  }
}

function readFailures(file) {
  const report = readReport(file)
  return report && (report.testResults ? ofVitest(report) : ofPlaywright(report))
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
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
  const errors = tests.flatMap(({ results }) => results).find(({ errors }) => errors.length > 0)?.errors ?? []
  // After a timeout the second says what the test was waiting for.
  const message = errors.map(({ message }) => message).join('\n')
  return { name: `${file}:${line} ${title}`, message: message || 'did not run' }
}

const SLOWEST = 30

/** Lines of the thirty test files that took longest: seconds, and the file. A browser test's time is that of its worker. */
export function listSlowest(files) {
  return files
    .flatMap((file) => readTimes(file))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
}

function readTimes(file) {
  const { testResults, suites = [] } = readReport(file) ?? {}
  if (testResults)
    return testResults.map(({ name, startTime, endTime }) => ({
      name: shorten(name),
      ms: endTime - startTime,
    }))
  return suites.map((suite) => ({ name: suite.file, ms: durationOf(suite) }))
}

const durationOf = ({ specs = [], suites = [] }) =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((ms, { duration }) => ms + duration, 0) + suites.reduce((ms, suite) => ms + durationOf(suite), 0)

const shorten = (file) => file.split('/').slice(-2).join('/')

/** Strip terminal colours and blank lines. */
function readLines(message = '') {
  return message
    .replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, WIDTH))
}

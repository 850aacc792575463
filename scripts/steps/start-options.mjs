// In the syntax of Node 14, as on-maintained-node.mjs is: an old Node reports a wrong option before anything is fetched.

const USAGE = `npm start -- [options]

  --port NUMBER   listen on this port instead of 3000
  --no-open       leave the browser closed
  --reset-demo    delete the demo's data and begin with a new demo
  --help          show this list`

const FLAGS = { '--no-open': 'noOpen', '--reset-demo': 'resetDemo', '--help': 'help' }

/** Read the options of `npm start`. `end` is what to print instead of starting, with the exit code. */
export function readStartOptions(args) {
  const options = { port: undefined, noOpen: false, resetDemo: false, help: false }
  const rest = args.slice()
  while (rest.length > 0) {
    const [name, attached] = splitOnce(rest.shift())
    if (name === '--port') {
      const text = attached === undefined ? rest.shift() : attached
      if (!isPort(text)) return wrong(`--port takes a number from 1 to 65535${text ? `, not ${text}` : ''}`)
      options.port = text
    } else if (FLAGS[name] && attached === undefined) {
      options[FLAGS[name]] = true
    } else {
      return wrong(`npm start has no option ${attached === undefined ? name : `${name}=${attached}`}`)
    }
  }
  return options.help ? { end: { text: USAGE, exitCode: 0 } } : { options }
}

function splitOnce(arg) {
  const place = arg.indexOf('=')
  return place < 0 ? [arg] : [arg.slice(0, place), arg.slice(place + 1)]
}

function isPort(text) {
  return /^\d{1,5}$/.test(text || '') && Number(text) >= 1 && Number(text) <= 65535
}

function wrong(problem) {
  const known = ['--port NUMBER'].concat(Object.keys(FLAGS)).join(', ')
  return { end: { text: `${problem}. Its options: ${known}`, exitCode: 2 } }
}

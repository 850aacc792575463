import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

/** @throws Stop if the person aborts */
export function ask(terminal: Terminal, question: string): Promise<string> {
  return read(terminal, terminal.stderr, (reader) => {
    reader.setPrompt(question)
    reader.prompt()
  })
}

/** Ask without echoing the input. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Ask only once echo is off, because fast typists start with the question.
  const answer = await read(terminal, nowhere, () => terminal.stderr.write(question))
  terminal.stderr.write('\n')
  return answer
}

/** Ask for confirmation; anything but yes means no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  if (!isAttended(terminal))
    throw stopWith(EXIT.usage, 'There is nobody to ask here. Give --yes to go ahead.')
  return /^y(es)?$/i.test((await ask(terminal, `${question} [y/N] `)).trim())
}

export function isAttended({ stdin }: Terminal): boolean {
  return stdin.isTTY === true
}

function read({ stdin }: Terminal, echo: Writable, begin: (reader: Interface) => void): Promise<string> {
  const reader = createInterface({ input: stdin, output: echo, terminal: stdin.isTTY === true })
  return new Promise((resolve, reject) => {
    const leave = () => reject(stopWith(EXIT.interrupted, 'Nothing was done.'))
    reader.once('line', (line) => {
      reader.off('close', leave)
      reader.close()
      resolve(line)
    })
    reader.once('close', leave)
    reader.once('SIGINT', () => reader.close())
    begin(reader)
  })
}

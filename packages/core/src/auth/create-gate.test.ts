import { expect, test } from 'vitest'
import { codeOf } from '../testing.ts'
import { createGate } from './create-gate.ts'

type Started = { name: string; finish: () => void }

/** Work that a test finishes, in the order in which the gate starts it. */
function controlledWork() {
  const started: Started[] = []
  const work = (name = '') => {
    return () => new Promise<string>((finish) => started.push({ name, finish: () => finish(name) }))
  }
  const finish = async (index: number) => {
    started[index]?.finish()
    await new Promise(setImmediate)
  }
  return { work, started: () => started.map(({ name }) => name), finish }
}

const members = (source: string | null = null) => ({ room: 'members', source }) as const
const staff = (source: string | null = null) => ({ room: 'staff', source }) as const

test('a gate runs and queues limited numbers, and refuses the rest immediately', async () => {
  const gate = createGate({ atOnce: 2, waiting: { members: 1 } })
  const { work, started, finish } = controlledWork()
  const calls = [gate(work(), members()), gate(work(), members()), gate(work(), members())]
  await expect(gate(work(), members())).rejects.toMatchObject({ code: 'BUSY' })
  expect(started()).toHaveLength(2)

  await finish(0)
  expect(started()).toHaveLength(3)
  await finish(1)
  await finish(2)
  await Promise.all(calls)
})

test('failed work frees its place', async () => {
  const gate = createGate({ atOnce: 1, waiting: { members: 0 } })
  await expect(gate(() => Promise.reject(new Error('broken')), members())).rejects.toThrow('broken')
  await expect(gate(async () => 'fine', members())).resolves.toBe('fine')
})

test('a place passed on to the next in the queue is counted once', async () => {
  const gate = createGate({ atOnce: 1, waiting: { members: 1 } })
  const { work, started, finish } = controlledWork()
  const calls = [gate(work(), members()), gate(work(), members())]
  await finish(0)
  expect(started()).toHaveLength(2)
  calls.push(gate(work(), members()))
  expect(started()).toHaveLength(2)
  await finish(1)
  expect(started()).toHaveLength(3)
  await finish(2)
  await Promise.all(calls)
})

test('120 parallel guesses from one network do not keep another network out, and it is served next', async () => {
  const gate = createGate({ atOnce: 1, waiting: { members: 53 } })
  const { work, started, finish } = controlledWork()
  const flood = Array.from({ length: 120 }, (_, number) => codeOf(gate(work(`${number}`), members('flood'))))
  const owner = codeOf(gate(work('owner'), members('home')))
  for (let index = 0; index < 54; index++) await finish(index)
  const answers = await Promise.all(flood)

  expect(started().slice(0, 3)).toEqual(['0', '1', 'owner'])
  expect(await owner).toBe('passed')
  // The last that waited made room for the owner.
  expect(answers.filter((answer) => answer === 'passed')).toHaveLength(53)
  expect(answers[53]).toBe('BUSY')
})

test('two networks that fill a room have equal shares and take turns', async () => {
  const gate = createGate({ atOnce: 1, waiting: { members: 4 } })
  const { work, started, finish } = controlledWork()
  const call = (network: string) => codeOf(gate(work(network), members(network)))
  const answers = [call('a'), call('a'), call('a'), call('a'), call('a'), call('b'), call('b'), call('b')]
  for (let index = 0; index < 5; index++) await finish(index)
  expect(await Promise.all(answers)).toEqual([
    'passed',
    'passed',
    'passed',
    'BUSY',
    'BUSY',
    'passed',
    'passed',
    'BUSY',
  ])
  expect(started()).toEqual(['a', 'a', 'b', 'a', 'b'])
})

test('a flood of members leaves the places of staff free, and staff wait for one piece of work', async () => {
  const gate = createGate({ atOnce: 1, waiting: { members: 53, staff: 10 } })
  const { work, started, finish } = controlledWork()
  const flood = Array.from({ length: 120 }, (_, number) =>
    codeOf(gate(work('member'), members(`network ${number}`))),
  )
  const owner = codeOf(gate(work('staff'), staff('network 1')))
  await finish(0)
  await finish(1)
  expect(started().slice(0, 3)).toEqual(['member', 'member', 'staff'])
  await finish(2)
  expect(await owner).toBe('passed')
  for (let index = 3; index < 55; index++) await finish(index)
  await Promise.all(flood)
})

test('a newcomer takes the last place of the source that has most', async () => {
  const gate = createGate({ atOnce: 1, waiting: { members: 2 } })
  const { work, finish } = controlledWork()
  const calls = ['a', 'a', 'a', 'a', 'b'].map((network) => codeOf(gate(work(), members(network))))
  for (let index = 0; index < 3; index++) await finish(index)
  expect(await Promise.all(calls)).toEqual(['passed', 'passed', 'BUSY', 'BUSY', 'passed'])
})

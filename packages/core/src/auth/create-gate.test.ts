import { expect, test } from 'vitest'
import { createGate } from './create-gate.ts'

function controlledWork() {
  const finishers: (() => void)[] = []
  const work = () => new Promise<void>((finish) => finishers.push(finish))
  return { work, started: () => finishers.length, finish: (index: number) => finishers[index]?.() }
}

test('a gate runs and queues limited numbers, and refuses the rest immediately', async () => {
  const gate = createGate({ atOnce: 2, waiting: 1 })
  const { work, started, finish } = controlledWork()
  const [first, second, third] = [gate(work), gate(work), gate(work)]
  await expect(gate(work)).rejects.toMatchObject({ code: 'BUSY' })
  expect(started()).toBe(2)

  finish(0)
  await first
  await expect.poll(started).toBe(3)
  finish(1)
  finish(2)
  await Promise.all([second, third])
})

test('failed work frees its place', async () => {
  const gate = createGate({ atOnce: 1, waiting: 0 })
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate(async () => 'fine')).resolves.toBe('fine')
})

test('a place passed on to the next in the queue is counted once', async () => {
  const gate = createGate({ atOnce: 1, waiting: 1 })
  const { work, started, finish } = controlledWork()
  const [first, second] = [gate(work), gate(work)]
  finish(0)
  await first
  await expect.poll(started).toBe(2)
  const third = gate(work)
  expect(started()).toBe(2)
  finish(1)
  await second
  await expect.poll(started).toBe(3)
  finish(2)
  await third
})

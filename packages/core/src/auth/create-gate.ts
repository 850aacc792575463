import { AppError } from '../app-error.ts'

/** Where a piece of work queues: its room, and who sent it. Work without a source shares one. */
export type Turn<Room extends string> = { room: Room; source: string | null }
type Gate<Room extends string> = <T>(work: () => Promise<T>, turn: Turn<Room>) => Promise<T>
type Options<Room extends string> = {
  atOnce: number
  waiting: Record<Room, number>
}

/**
 * Limit concurrent work: `atOnce` run, and each room has its own places to wait. Rooms take turns, and within a room its
 * sources. In a full room a newcomer takes the last place of the source that has most, so that one source cannot fill it.
 * @throws AppError BUSY immediately when every source in the room has as many as the newcomer's, and later for a place that
 * was taken
 */
export function createGate<Room extends string>({ atOnce, waiting }: Options<Room>): Gate<Room> {
  let running = 0
  const rooms = new Map(Object.entries<number>(waiting).map(([room, places]) => [room, createRoom(places)]))

  const enterNext = () => {
    for (const [name, room] of rooms) {
      const next = room.takeNext()
      if (!next) continue
      // This room comes last the next time.
      rooms.delete(name)
      rooms.set(name, room)
      return next.enter()
    }
    running -= 1
  }
  const wait = ({ room, source }: Turn<Room>) =>
    new Promise<void>((enter, fail) => {
      const refuse = () => fail(new AppError('BUSY'))
      if (!rooms.get(room)?.add(source ?? '', { enter, refuse })) refuse()
    })

  return async (work, turn) => {
    if (running < atOnce) running += 1
    else await wait(turn)
    try {
      return await work()
    } finally {
      // The place goes directly to the next in a queue: `running` only falls when nobody waits.
      enterNext()
    }
  }
}

type Waiter = { enter: () => void; refuse: () => void }

function createRoom(places: number) {
  let taken = 0
  const bySource = new Map<string, Waiter[]>()

  const dropLast = (source: string, queue: Waiter[]) => {
    taken -= 1
    const last = queue.pop()
    if (queue.length === 0) bySource.delete(source)
    last?.refuse()
  }
  const makeRoomFor = (source: string): boolean => {
    const [most] = [...bySource].sort(([, one], [, other]) => other.length - one.length)
    const own = bySource.get(source)?.length ?? 0
    if (!most || most[1].length <= own + 1) return false
    dropLast(...most)
    return true
  }
  return {
    /** False when there is no place for this source. */
    add(source: string, waiter: Waiter): boolean {
      if (taken >= places && !makeRoomFor(source)) return false
      taken += 1
      bySource.set(source, [...(bySource.get(source) ?? []), waiter])
      return true
    },
    /** The oldest of the source whose turn it is. */
    takeNext(): Waiter | undefined {
      const [first] = bySource
      if (!first) return undefined
      const [source, [next, ...others]] = first
      taken -= 1
      bySource.delete(source)
      if (others.length > 0) bySource.set(source, others)
      return next
    },
  }
}

import type { AdTask, VideoTask } from '@chuma/contract/tasks/tasks'
import { useSecondsLeft } from './use-seconds-left.ts'

type Viewed = Pick<VideoTask | AdTask, 'secondsLeft'>

/**
 * Where the member is with a video or an advertisement. The server says how many seconds were left when it answered; from
 * then on this device counts, from that moment of its own clock, whatever the clock shows.
 */
export function useView({ secondsLeft }: Viewed, receivedAt: number) {
  const deadline = secondsLeft === null ? null : receivedAt + secondsLeft * 1000
  const left = useSecondsLeft(deadline)
  return { deadline, secondsLeft: left, isOpen: deadline !== null, isReady: deadline !== null && left === 0 }
}

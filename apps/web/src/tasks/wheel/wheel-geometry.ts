import type { SpinResult, Wheel } from '@chuma/contract/tasks/games'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { useRefreshPoints } from '../../wallet/movements.tsx'

const ROUNDS = 5
/** The wheel's CSS transition plus a moment. */
const TURN_MS = 4100

type Turn = {
  result: SpinResult
  angle: number
  /** False once the wheel has stopped. */
  isTurning: boolean
}

/** Ask the server for the result, turn the wheel to it, and only then show it. */
export function useSpin({ segments, pointsWon }: Wheel) {
  const t = useT()
  const utils = trpc.useUtils()
  const showPoints = useShowPoints()
  const [turn, setTurn] = useState<Turn>()
  const restingAngle = angleOf(segments, { segment: null, pointsWon, from: 0, rounds: 0 })

  const spinning = useAction(trpc.tasks.spin, {
    onDone: (result) => {
      const angle = angleOf(segments, { ...result, from: restingAngle, rounds: ROUNDS })
      const isTurning = !wantsStillness() && angle !== restingAngle
      setTurn({ result, angle, isTurning })
      if (!isTurning) showPoints()
    },
    failure: { title: t('wheel.failedTitle'), offline: t('earn.offline') },
    onFailed: () => {
      // The spin may have counted anyway, here or in another tab.
      void utils.tasks.getWheel.invalidate()
    },
  })

  // Until the wheel stops, or the member leaves, the balance must not reveal the win.
  const isTurning = turn?.isTurning ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per turn, however often the page renders
  useEffect(() => {
    if (!isTurning) return
    const timer = setTimeout(() => setTurn((now) => now && { ...now, isTurning: false }), TURN_MS)
    return () => {
      clearTimeout(timer)
      showPoints()
    }
  }, [isTurning])

  return {
    spin: () => spinning.run(),
    angle: turn?.angle ?? restingAngle,
    isPending: spinning.isPending,
    isTurning,
    /** Set once the wheel has stopped. */
    result: isTurning ? undefined : turn?.result,
  }
}

function useShowPoints() {
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  return () => {
    refreshPoints()
    void utils.tasks.getWheel.invalidate()
  }
}

type Stop = { segment: number | null; pointsWon: number | null; from: number; rounds: number }

function angleOf(segments: number[], { segment, pointsWon, from, rounds }: Stop): number {
  const index = pointsWon === null ? null : findStop(segments, { segment, pointsWon })
  return index === null ? from : stopAngle(from, { index, count: segments.length }, rounds)
}

function wantsStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The wheel's radius in SVG units. */
export const RADIUS = 100

/** A slice of the wheel, clockwise from the top, as an SVG path around the origin. */
export function slicePath(index: number, count: number): string {
  const [x1, y1] = pointAt(index / count)
  const [x2, y2] = pointAt((index + 1) / count)
  const isLarge = count < 2 ? 1 : 0
  return `M 0 0 L ${x1} ${y1} A ${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${x2} ${y2} Z`
}

function pointAt(share: number): [x: string, y: string] {
  const angle = share * 2 * Math.PI
  return [(RADIUS * Math.sin(angle)).toFixed(3), (-RADIUS * Math.cos(angle)).toFixed(3)]
}

/** Compute the angle of a slice's middle from the top, in degrees. */
export function middleOf(index: number, count: number): number {
  return ((index + 0.5) * 360) / count
}

/** Compute the angle that brings this slice under the pointer at the top: forwards, after full rounds. */
export function stopAngle(from: number, slice: { index: number; count: number }, rounds: number): number {
  const wholeTurns = Math.ceil(from / 360) + rounds
  return wholeTurns * 360 - middleOf(slice.index, slice.count)
}

/** Choose one of three tones for a slice. Neighbours differ, including the last and the first. */
export function toneOf(index: number, count: number): 0 | 1 | 2 {
  const isOddOneOut = count % 2 === 1 && index === count - 1
  return isOddOneOut ? 2 : index % 2 === 0 ? 0 : 1
}

/**
 * Find the slice to stop at; null if the wheel on screen has no such win, because its segments have changed. The booked
 * points are authoritative, and the slice only shows them.
 */
export function findStop(
  segments: number[],
  { segment, pointsWon }: { segment: number | null; pointsWon: number },
): number | null {
  if (segment !== null && segments[segment] === pointsWon) return segment
  const index = segments.indexOf(pointsWon)
  return index === -1 ? null : index
}

import type { SpinResult, Wheel } from '@chuma/contract/tasks/games'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { findStop, stopAngle } from './wheel-geometry.ts'

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
  const showRefusal = useShowRefusal()
  const showPoints = useShowPoints()
  const [turn, setTurn] = useState<Turn>()
  const restingAngle = angleOf(segments, { segment: null, pointsWon, from: 0, rounds: 0 })

  const spinning = trpc.tasks.spin.useMutation({
    networkMode: 'always',
    onSuccess: (result) => {
      const angle = angleOf(segments, { ...result, from: restingAngle, rounds: ROUNDS })
      const isTurning = !wantsStillness() && angle !== restingAngle
      setTurn({ result, angle, isTurning })
      if (!isTurning) showPoints()
    },
    onError: (error) => {
      showRefusal(t('wheel.failedTitle'), error)
      // The spin may have counted anyway, here or in another tab.
      void utils.tasks.getWheel.invalidate()
    },
  })
  const spin = useSingleFlight(async () => {
    await spinning.mutateAsync().catch(() => undefined)
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
    spin,
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

import { Progress } from '@mantine/core'

type Props = {
  label: string
  current: number
  goal: number
  /** The progress in words. */
  text: string
}

export function GoalBar({ label, current, goal, text }: Props) {
  const reached = Math.min(current, goal)
  return (
    <Progress.Root size="md">
      <Progress.Section
        value={(100 * reached) / goal}
        // Mantine's progress bar announces only a percentage.
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={goal}
        aria-valuenow={reached}
        aria-valuetext={text}
      />
    </Progress.Root>
  )
}

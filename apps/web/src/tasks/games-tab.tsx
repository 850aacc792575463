import { Quiz } from './quiz/quiz.tsx'
import classes from './task-section.module.css'
import { SpinWheel } from './wheel/spin-wheel.tsx'

/** What can be played once a day. */
export function GamesTab({ memberId, isPremium }: { memberId: string; isPremium: boolean }) {
  return (
    <div className={classes.games}>
      <SpinWheel isPremium={isPremium} />
      <Quiz memberId={memberId} isPremium={isPremium} />
    </div>
  )
}

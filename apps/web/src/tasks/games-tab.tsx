import { Quiz } from './quiz/quiz.tsx'
import classes from './task-section.module.css'
import { SpinWheel } from './wheel/spin-wheel.tsx'

/** The daily games. */
export function GamesTab({ memberId, isPremium }: { memberId: string; isPremium: boolean }) {
  return (
    <div className={classes.games}>
      <SpinWheel isPremium={isPremium} />
      <Quiz memberId={memberId} isPremium={isPremium} />
    </div>
  )
}

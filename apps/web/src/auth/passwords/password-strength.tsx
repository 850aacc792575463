import { VisuallyHidden } from '@mantine/core'
import { useDeferredValue, useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './password-strength.module.css'

type Props = {
  password: string
  /** Words that an attacker would try first: the member's names and address. */
  about: readonly string[]
}

/** How hard a password is to guess, in a word. Appears, and loads its code, once something is typed. */
export function PasswordStrength({ password, about }: Props) {
  const t = useT()
  const typed = useDeferredValue(password)
  const rate = useRating(typed !== '')
  if (typed === '') return null
  const score = rate?.(typed, about) ?? 0
  const label = t(rate ? `strength.${score}` : 'strength.waiting')
  return (
    <div className={classes.strength}>
      <VisuallyHidden>
        <meter min={0} max={4} value={score} aria-label={t('strength.label')} aria-valuetext={label} />
      </VisuallyHidden>
      <div className={classes.bars} data-score={score} aria-hidden>
        <span />
        <span />
        <span />
        <span />
      </div>
      <p className={classes.label} aria-live="polite">
        {t('strength.label')}: <strong>{label}</strong>
      </p>
    </div>
  )
}

type Rate = typeof import('./rate-password.ts').ratePassword

function useRating(isWanted: boolean): Rate | undefined {
  const [loaded, setLoaded] = useState<{ rate: Rate }>()
  useEffect(() => {
    if (!isWanted) return
    // Optional: a password can be set without it, and the server checks in any case.
    import('./rate-password.ts').then(
      ({ ratePassword }) => setLoaded({ rate: ratePassword }),
      () => undefined,
    )
  }, [isWanted])
  return loaded?.rate
}

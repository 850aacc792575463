import { VisuallyHidden } from '@mantine/core'
import { useDeferredValue, useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './password-strength.module.css'

type Props = {
  password: string
  /** The member's own words, which others try first: his names, his address. */
  about: readonly string[]
}

/** How long a password would withstand guessing, in a word. It appears, and its code is loaded, once something is typed. */
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
    // Without it a password can be chosen as well; the server looks at it in any case.
    import('./rate-password.ts').then(
      ({ ratePassword }) => setLoaded({ rate: ratePassword }),
      () => undefined,
    )
  }, [isWanted])
  return loaded?.rate
}

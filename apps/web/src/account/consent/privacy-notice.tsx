import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useIsHydrated } from '../../app/take-over.ts'
import { useT } from '../../i18n/use-t.ts'
import { PlainButton } from '../../ui/actions/buttons.tsx'
import { readConsent, subscribeToConsent, takeEarlyAnswer } from './consent.ts'
import classes from './privacy-notice.module.css'

/** Ask once whether this browser may be measured. Closing the notice declines. */
export function PrivacyNotice({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  const t = useT()
  const consent = useConsent()
  // A press before hydration also counts: see the script in index.html.
  const isEarly = !useIsHydrated()
  useEffect(() => {
    const early = takeEarlyAnswer()
    if (early !== null) onAnswer(early)
  })
  if (consent !== null) return null
  const early = (answer: boolean) => (isEarly ? String(answer) : undefined)
  return (
    <section className={classes.notice} data-early={isEarly || undefined} aria-label={t('notice.title')}>
      <p className={classes.text}>
        {t('notice.text')}{' '}
        <Link to="/privacy" className={classes.more}>
          {t('notice.more')}
        </Link>
      </p>
      <div className={classes.answers}>
        <PlainButton data-answer={early(true)} onClick={() => onAnswer(true)}>
          {t('notice.accept')}
        </PlainButton>
        <PlainButton variant="default" data-answer={early(false)} onClick={() => onAnswer(false)}>
          {t('word.decline')}
        </PlainButton>
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label={t('notice.close')}
        data-answer={early(false)}
        onClick={() => onAnswer(false)}
      >
        <IconX aria-hidden size={20} />
      </button>
    </section>
  )
}

/** Whether this browser may be measured; null until the notice was answered. Nothing is measured unless `true`. */
export function useConsent(): boolean | null {
  return useSyncExternalStore(subscribeToConsent, readConsent, unknown)
}

/**
 * Prerender as unanswered, so that the notice is in every page; the script in index.html hides it from those who have
 * answered.
 */
function unknown(): null {
  return null
}

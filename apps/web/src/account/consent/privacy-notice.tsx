import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { PlainButton } from '../../ui/actions/plain-button.tsx'
import { useIsHydrated } from '../../ui/page/use-is-hydrated.ts'
import { takeEarlyAnswer } from './consent.ts'
import classes from './privacy-notice.module.css'
import { useConsent } from './use-consent.ts'

type Props = { onAnswer: (isGiven: boolean) => void }

/** Ask once whether this browser may be measured. Closing the notice declines. */
export function PrivacyNotice({ onAnswer }: Props) {
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
          {t('notice.decline')}
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

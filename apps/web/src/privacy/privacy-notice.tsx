import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useConsent } from '../consent.ts'
import { useT } from '../i18n/use-t.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import classes from './privacy-notice.module.css'

type Props = { onAnswer: (isGiven: boolean) => void }

/** Asks once whether this browser may be measured. To close it is to decline. */
export function PrivacyNotice({ onAnswer }: Props) {
  const t = useT()
  if (useConsent() !== null) return null
  return (
    <section className={classes.notice} aria-label={t('notice.title')}>
      <div className={classes.words}>
        <p className={classes.title}>{t('notice.title')}</p>
        <p className={classes.text}>
          {t('notice.text')}{' '}
          <Link to="/privacy" className={classes.more}>
            {t('notice.more')}
          </Link>
        </p>
      </div>
      <div className={classes.actions}>
        <PlainButton onClick={() => onAnswer(true)}>{t('notice.accept')}</PlainButton>
        <PlainButton variant="default" onClick={() => onAnswer(false)}>
          {t('notice.decline')}
        </PlainButton>
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label={t('notice.close')}
        onClick={() => onAnswer(false)}
      >
        <IconX aria-hidden size={20} />
      </button>
    </section>
  )
}

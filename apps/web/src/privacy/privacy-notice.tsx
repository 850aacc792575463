import { Anchor, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useConsent } from '../consent.ts'
import { useT } from '../i18n/use-t.ts'
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
          <Anchor inherit renderRoot={(props) => <Link to="/privacy" {...props} />}>
            {t('notice.more')}
          </Anchor>
        </p>
      </div>
      <div className={classes.actions}>
        <Button onClick={() => onAnswer(true)}>{t('notice.accept')}</Button>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('notice.decline')}
        </Button>
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

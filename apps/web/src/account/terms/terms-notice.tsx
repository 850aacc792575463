import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { PlainButton } from '../../ui/actions/buttons.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import classes from '../consent/privacy-notice.module.css'

/** Tell a member once what a new version of the terms changes. It blocks nothing, and closing it is an answer too. */
export function TermsNotice() {
  const t = useT()
  const { version } = TERMS_IN_FORCE
  const { run, isPending } = useAnswerTerms()
  const answer = (isAccepted: boolean) => run({ version, isAccepted })
  return (
    <section className={classes.notice} aria-label={t('newTerms.title')}>
      <p className={classes.text}>
        {t('newTerms.text', { version })} {t(`newTerms.changed.${version}`)}{' '}
        <Link to="/terms" className={classes.more}>
          {t('newTerms.read')}
        </Link>
      </p>
      <div className={classes.answers}>
        <PlainButton disabled={isPending} onClick={() => answer(true)}>
          {t('newTerms.accept')}
        </PlainButton>
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label={t('newTerms.close')}
        disabled={isPending}
        onClick={() => answer(false)}
      >
        <IconX aria-hidden size={20} />
      </button>
    </section>
  )
}

/** Record what the member answered about the terms; the page then shows what the server stored. */
export function useAnswerTerms() {
  const t = useT()
  const utils = trpc.useUtils()
  return useAction(trpc.account.answerTerms, {
    onDone: (terms) =>
      utils.account.getSettings.setData(undefined, (current) => current && { ...current, terms }),
    failure: { title: t('word.notSaved'), offline: t('earn.offline') },
  })
}

import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { PlainButton } from '../../ui/actions/buttons.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import classes from '../consent/privacy-notice.module.css'

/** Tell a member once what a new version of the terms changes. It blocks nothing, and closing it is an answer too. */
export function TermsNotice() {
  const t = useT()
  const { version } = TERMS_IN_FORCE
  const { mutate, isPending } = useAnswerTerms()
  const answer = (isAccepted: boolean) => mutate({ version, isAccepted })
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
  return trpc.account.answerTerms.useMutation({
    onSuccess: (terms) =>
      utils.account.getSettings.setData(undefined, (current) => current && { ...current, terms }),
    onError: (error) => {
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      const message = serverMessage(error, t('settings.failed'))
      showToast({ kind: 'error', title: t('settings.failedTitle'), message })
    },
  })
}

import { formatKes } from '@chuma/contract/format-money'
import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import classes from './faq.module.css'

/** The target of "Visit FAQ". */
export function Faq() {
  const t = useT()
  const terms = trpc.wallet.getTerms.useQuery()
  return (
    <section id="faq" className={classes.faq} aria-labelledby="faq-title" tabIndex={-1}>
      <div>
        <Title order={2} id="faq-title">
          {t('faq.title')}
        </Title>
        <Text c="dimmed" mt={4}>
          {t('faq.lead')}
        </Text>
      </div>
      <Answers terms={terms.data} unknown={t(terms.isError ? 'state.failedText' : 'state.loading')} />
    </section>
  )
}

type AnswersProps = {
  terms: WalletTerms | undefined
  /** Said in place of an answer whose numbers are not known. */
  unknown: string
}

/**
 * The numbers come from the wallet's terms, so that no answer promises something else. The questions do not wait for
 * them: the form below would move.
 */
function Answers({ terms, unknown }: AnswersProps) {
  const t = useT()
  return (
    <div className={classes.answers}>
      <Answer question={t('faq.join')}>{t('faq.join.text')}</Answer>
      <Answer question={t('faq.earn')}>{t('faq.earn.text')}</Answer>
      <Answer question={t('faq.value')}>
        {terms ? t('faq.value.text', { kesPerPoint: formatKes(terms.kesPerPoint) }) : unknown}
      </Answer>
      <Answer question={t('faq.withdraw')}>{terms ? sayMinimum(t, terms) : unknown}</Answer>
      <Answer question={t('faq.time')}>{t('faq.time.text')}</Answer>
      <Answer question={t('faq.rejected')}>{t('faq.rejected.text')}</Answer>
      <Answer question={t('faq.premium')}>{t('faq.premium.text')}</Answer>
      <Answer question={t('faq.mail')}>{t('faq.mail.text')}</Answer>
      <Answer question={t('faq.account')}>{t('faq.account.text')}</Answer>
    </div>
  )
}

function sayMinimum(t: Translate, { kesPerPoint, minWithdrawalPoints: points }: WalletTerms): string {
  return t('faq.withdraw.text', { points, kes: formatKes(points * kesPerPoint) })
}

/** Unfolds under its question. Uses the browser's own element, so that find-in-page also searches folded answers. */
function Answer({ question, children }: { question: string; children: string }) {
  return (
    <details className={classes.answer}>
      <summary className={classes.question}>
        {question}
        <IconChevronDown aria-hidden size={20} className={classes.chevron} />
      </summary>
      <p className={classes.text}>{children}</p>
    </details>
  )
}

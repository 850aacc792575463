import { Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { nameOpenPlaces } from '../../site/open-places.ts'
import { trpc } from '../../trpc.ts'
import classes from './faq.module.css'
import { type RateWords, wordRates } from './word-contact.ts'

/** The target of "Visit FAQ". */
export function Faq() {
  const t = useT()
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
      {import.meta.env.SSR ? <Answers {...nameOpenPlaces('contact')} /> : <LoadedAnswers />}
    </section>
  )
}

/** The questions do not wait for the numbers: the form below would move. */
function LoadedAnswers() {
  const t = useT()
  const { data: terms, isError } = trpc.wallet.getTerms.useQuery()
  const loading = t('state.loading')
  return (
    <Answers {...(terms || isError ? wordRates(terms ?? null, t) : { value: loading, minimum: loading })} />
  )
}

function Answers({ value, minimum }: RateWords) {
  const t = useT()
  return (
    <div className={classes.answers}>
      <Answer question={t('faq.join')}>{t('faq.join.text')}</Answer>
      <Answer question={t('faq.earn')}>{t('faq.earn.text')}</Answer>
      <Answer question={t('faq.value')}>{value}</Answer>
      <Answer question={t('faq.withdraw')}>{minimum}</Answer>
      <Answer question={t('faq.time')}>{t('faq.time.text')}</Answer>
      <Answer question={t('faq.rejected')}>{t('faq.rejected.text')}</Answer>
      <Answer question={t('faq.premium')}>{t('faq.premium.text')}</Answer>
      <Answer question={t('faq.mail')}>{t('faq.mail.text')}</Answer>
      <Answer question={t('faq.account')}>{t('faq.account.text')}</Answer>
    </div>
  )
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

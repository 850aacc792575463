import {
  Anchor,
  Button,
  Input,
  Notification,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useIsHydrated } from '../../app/take-over.ts'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { support } from '../../site/from-server.ts'
import { nameOpenPlaces } from '../../site/open-places.ts'
import { trpc } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/actions/use-action.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Page, Panel } from '../../ui/page/page.tsx'
import { Skeletons } from '../../ui/states/states.tsx'
import { ContactList } from '../templates-section.tsx'
import classes from './contact-page.module.css'
import {
  type ContactForm as ContactValues,
  dropDraft,
  type ContactForm as Form,
  findDraft,
  findProblems,
  onlyFilled,
  SENDING_MS,
} from './find-problems.ts'
import { type HourWords, type RateWords, wordHours, wordRates } from './word-contact.ts'

export function ContactPage() {
  const t = useT()
  return (
    <Page title={t('contact.title')} description={t('contact.description')} lead={t('contact.lead')}>
      <Faq />
      <div className={classes.layout}>
        <Panel aria-labelledby="form-title">
          <Title order={2} id="form-title" mb="md">
            {t('contact.formTitle')}
          </Title>
          <SendersForm />
          {import.meta.env.SSR && (
            <p className={classes.withoutScript}>{t('contact.withoutScript', { email: support.email })}</p>
          )}
        </Panel>
        <SidePanels />
      </div>
    </Page>
  )
}

/** Fills in the member's name and email address. */
function SendersForm() {
  const current = useCurrentUser()
  const isHydrated = useIsHydrated()
  // A static page is a visitor's, and its form works without the application.
  if (import.meta.env.SSR) return <ContactForm sender={{ name: '', email: '' }} />
  if (!isHydrated || current.status === 'loading') return <Skeletons count={1} height={540} />
  if (current.status !== 'member') return <ContactForm sender={{ name: '', email: '' }} />
  const { firstName, lastName, email } = current.user
  return <ContactForm sender={{ name: `${firstName} ${lastName}`.trim(), email }} />
}

/** The target of "Visit FAQ". */
function Faq() {
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

/** Other ways to get an answer. */
function SidePanels() {
  const t = useT()
  return (
    <div className={classes.panels}>
      <Panel aria-labelledby="reach-title">
        <Title order={2} size="h3" id="reach-title" mb="sm">
          {t('contact.reachTitle')}
        </Title>
        <ContactList />
      </Panel>
      <Panel aria-labelledby="hours-title">
        <Title order={2} size="h3" id="hours-title" mb="sm">
          {t('contact.hoursTitle')}
        </Title>
        {import.meta.env.SSR ? <OpenHours /> : <LoadedHours />}
        <Text c="dimmed" size="sm" mt="xs">
          {t('contact.hoursNote')}
        </Text>
      </Panel>
      <Panel tone="earning" aria-labelledby="faq-call-title">
        <Title order={2} size="h3" id="faq-call-title">
          {t('contact.faqCallTitle')}
        </Title>
        <Text mt={4} mb="md">
          {t('contact.faqCallText')}
        </Text>
        <Button component="a" href="#faq" variant="default" fullWidth>
          {t('contact.faqCall')}
        </Button>
      </Panel>
    </div>
  )
}

function LoadedHours() {
  const t = useT()
  const details = trpc.inbox.getContactDetails.useQuery()
  // The panel above reports a failure to load.
  if (!details.data) return details.isLoading && <Skeleton height={128} />
  return <Hours {...wordHours(details.data.hours, t)} />
}

/** The places of a prerendered page. The server repeats a list's item for each line. */
function OpenHours() {
  const { hours, localHours } = nameOpenPlaces('contact')
  return <Hours hours={[hours]} localHours={[localHours]} />
}

function Hours({ hours, localHours }: HourWords) {
  const t = useT()
  return (
    <>
      <ul className={classes.hours}>
        {hours.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={classes.local}>
        <Text size="sm" mt="xs">
          {t('contact.hoursLocal')}
        </Text>
        <ul className={classes.hours}>
          {localHours.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </>
  )
}

function ContactForm({ sender }: { sender: Pick<Form, 'name' | 'email'> }) {
  const t = useT()
  const form = useForm<Form>({
    initialValues: { ...sender, subject: '', message: '' },
    validate: (values) => findProblems(values, t),
  })
  const { send, isSending } = useSendMessage(form)
  const { setValues } = form
  // Not as initial values: those come back once the message is sent.
  useEffect(() => {
    const draft = findDraft()
    if (Object.keys(draft).length > 0) setValues((values) => ({ ...draft, ...onlyFilled(values) }))
  }, [setValues])
  const focusFirst = (errors: object) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
  return (
    <form
      onSubmit={form.onSubmit(send, focusFirst)}
      noValidate
      className={classes.form}
      data-message-form
      data-sending={t('word.sending')}
    >
      {import.meta.env.SSR && <ContactTemplates />}
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('word.name')}
            autoComplete="name"
            maxLength={100}
            name="name"
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('word.email')}
            type="email"
            autoComplete="email"
            maxLength={254}
            name="email"
            {...form.getInputProps('email')}
          />
        </SimpleGrid>
        <TextInput
          label={t('word.subject')}
          maxLength={150}
          name="subject"
          {...form.getInputProps('subject')}
        />
        <Textarea
          label={t('contact.message')}
          description={t('contact.messageHint')}
          rows={7}
          resize="vertical"
          maxLength={5000}
          name="message"
          {...form.getInputProps('message')}
        />
        <Button type="submit" disabled={isSending} className={classes.submit ?? ''}>
          {t(isSending ? 'word.sending' : 'contact.submit')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('contact.privacyNote')}{' '}
          <Anchor fw={600} renderRoot={(props) => <Link to="/privacy" {...props} />}>
            {t('nav.privacy')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}

const PROBLEMS = {
  name: 'contact.shortName',
  email: 'contact.badEmail',
  subject: 'contact.shortSubject',
  message: 'contact.shortMessage',
} as const

/** What the static page's script shows when it is needed (`site/islands/watch-form.ts`). */
function ContactTemplates() {
  const t = useT()
  const toast = {
    tabIndex: -1,
    closeButtonProps: { size: 44, 'aria-label': t('toast.close') },
    style: { minHeight: 'min-content', touchAction: 'pan-y' },
  }
  return (
    <>
      {Object.entries(PROBLEMS).map(([field, problem]) => (
        <template key={field} data-problem={field}>
          <Input.Error size="md">{t(problem)}</Input.Error>
        </template>
      ))}
      <template data-toast="sent">
        <Notification {...toast} color="leaf" title={t('contact.sentTitle')}>
          {t('contact.sent')}
        </Notification>
      </template>
      <template data-toast="failed">
        <Notification {...toast} color="red" title={t('contact.failedTitle')}>
          {t('contact.failed')}
        </Notification>
      </template>
    </>
  )
}

/**
 * Send a message once, however often the button is pressed, and report the outcome. On failure the form keeps its
 * values.
 */
function useSendMessage(form: UseFormReturnType<ContactValues>) {
  const t = useT()
  const [isSending, setIsSending] = useState(false)
  const { mutateAsync } = trpc.inbox.sendMessage.useMutation()

  const send = useSingleFlight(async (message: ContactValues) => {
    setIsSending(true)
    const [sending] = await Promise.allSettled([mutateAsync(message), pause(SENDING_MS)])
    setIsSending(false)
    if (sending.status === 'fulfilled') {
      dropDraft()
      form.reset()
      showToast({ kind: 'success', title: t('contact.sentTitle'), message: t('contact.sent') })
    } else if (!showFieldErrors(form, sending.reason)) {
      showToast({ kind: 'error', title: t('contact.failedTitle'), message: t('contact.failed') })
    }
  })
  return { send, isSending }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

import { Anchor, Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './contact-page.module.css'
import { ContactTemplates } from './contact-templates.tsx'
import { findDraft, onlyFilled } from './draft.ts'
import { type ContactForm as Form, findProblems } from './find-problems.ts'
import { useSendMessage } from './use-send-message.ts'

type Props = { sender: Pick<Form, 'name' | 'email'> }

export function ContactForm({ sender }: Props) {
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
      data-sending={t('contact.sending')}
    >
      {import.meta.env.SSR && <ContactTemplates />}
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('contact.name')}
            autoComplete="name"
            maxLength={100}
            name="name"
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('contact.email')}
            type="email"
            autoComplete="email"
            maxLength={254}
            name="email"
            {...form.getInputProps('email')}
          />
        </SimpleGrid>
        <TextInput
          label={t('contact.subject')}
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
          {t(isSending ? 'contact.sending' : 'contact.submit')}
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

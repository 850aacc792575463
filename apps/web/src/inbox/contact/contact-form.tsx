import { Anchor, Button, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import classes from './contact-page.module.css'
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
  const focusFirst = (errors: object) => {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }
  return (
    <form onSubmit={form.onSubmit(send, focusFirst)} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('contact.name')}
            autoComplete="name"
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('contact.email')}
            type="email"
            autoComplete="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
        </SimpleGrid>
        <TextInput label={t('contact.subject')} maxLength={150} {...form.getInputProps('subject')} />
        <Textarea
          label={t('contact.message')}
          description={t('contact.messageHint')}
          rows={7}
          resize="vertical"
          maxLength={5000}
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

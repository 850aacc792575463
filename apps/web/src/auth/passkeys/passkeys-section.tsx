import type { User } from '@chuma/contract/auth/auth'
import type {
  ConfirmedPasskey,
  ConfirmPasskeyInput,
  Passkey,
  PasskeyOffer,
} from '@chuma/contract/auth/passkeys'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { type FailureWords, showFailure, useAction } from '../../ui/actions/use-action.ts'
import { FormDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PasswordField } from '../passwords/password-field.tsx'
import { isUnproven } from '../session.ts'
import classes from './passkeys.module.css'
import { canUsePasskeys, createPasskey } from './passkeys.tsx'

/** Members repeat their password before a passkey is removed. */
export function MemberRemoval({ passkey: { id, name }, isOpen, calls, onClose }: RemovalProps) {
  const t = useT()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (entered) => (entered ? null : t('password.required')) },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const remove = useAction(trpc.account.removePasskey, {
    done: { title: t('passkey.removedTitle'), message: t('passkey.removed', { name }) },
    form,
    passwordField: 'password',
    failure: calls.failure,
    onOver: close,
    onFailed: (error) => isUnproven(error) && close(),
    onEnd: calls.refresh,
  })
  return (
    <FormDialog
      title={t('passkey.removeTitle')}
      opened={isOpen}
      onClose={close}
      action={t('word.remove')}
      isPending={remove.isPending}
      isDanger
      form={form}
      onSend={({ password }) => remove.run({ id, password })}
    >
      <Text>{t('passkey.removeText', { name })}</Text>
      <PasswordField
        label={t('word.yourPasswordAgain')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}

export type RemovalProps = { passkey: Passkey; isOpen: boolean; calls: PasskeyCalls; onClose: () => void }
type Props = {
  calls: PasskeyCalls
  /** What a passkey is to this account, in one sentence. */
  text: string
  /** For password managers. */
  username: string
  Removal: ComponentType<RemovalProps>
  /** Only staff get recovery codes. */
  Codes?: ComponentType<{ codes: string[]; onKept: () => void }>
}

/** The passkeys of an account. */
export function PasskeysSection({ calls, text, username, Removal, Codes }: Props) {
  const t = useT()
  const [codes, setCodes] = useState<string[] | null>(null)
  const refresh = async () => {
    await calls.refresh()
    setCodes(null)
  }
  const added = (recoveryCodes: string[] | null) => {
    showToast({ kind: 'success', title: t('passkey.addedTitle'), message: t('passkey.addedText') })
    // Nothing may move while the codes are on screen.
    if (recoveryCodes && Codes) setCodes(recoveryCodes)
    else void refresh()
  }
  const canAdd = canUsePasskeys()
  if (!canAdd && !calls.list.data?.length) return null
  return (
    <Section title={t('passkey.sectionTitle')} text={text}>
      <QueryView query={calls.list} skeleton={<Skeletons count={1} height={60} />}>
        {(list) => <PasskeyList passkeys={list} calls={calls} Removal={Removal} />}
      </QueryView>
      {codes && Codes && <Codes codes={codes} onKept={() => void refresh()} />}
      {!codes && canAdd && <AddPasskey username={username} calls={calls} onAdded={added} />}
    </Section>
  )
}

type ListProps = { passkeys: Passkey[]; calls: PasskeyCalls; Removal: Props['Removal'] }

function PasskeyList({ passkeys, calls, Removal }: ListProps) {
  const t = useT()
  const { subject, isOpen, ask, close } = useAsked<Passkey>()
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={classes.list} aria-label={t('passkey.sectionTitle')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Group justify="space-between">
                <Stack gap={0} className={classes.passkey ?? ''}>
                  <Text fw={600}>{passkey.name}</Text>
                  <Text size="sm" c="dimmed">
                    {t('passkey.since', { day: formatDay(passkey.createdAt) })}
                    {' · '}
                    {passkey.lastUsedAt
                      ? t('passkey.lastUsed', { when: formatDateTime(passkey.lastUsedAt) })
                      : t('passkey.neverUsed')}
                  </Text>
                </Stack>
                <Button
                  variant="default"
                  aria-label={t('passkey.removeNamed', { name: passkey.name })}
                  onClick={() => ask(passkey)}
                >
                  {t('word.remove')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {subject && <Removal passkey={subject} isOpen={isOpen} calls={calls} onClose={close} />}
    </>
  )
}

type AddPasskeyProps = {
  username: string
  calls: PasskeyCalls
  onAdded: (recoveryCodes: string[] | null) => void
}

function AddPasskey({ onAdded, ...props }: AddPasskeyProps) {
  const t = useT()
  const [isWanted, setWanted] = useState(false)
  const added = (recoveryCodes: string[] | null) => {
    setWanted(false)
    onAdded(recoveryCodes)
  }
  if (isWanted) return <AddForm {...props} onAdded={added} onStop={() => setWanted(false)} />
  return (
    <div>
      <Button onClick={() => setWanted(true)}>{t('passkey.add')}</Button>
    </div>
  )
}

function AddForm({ username, calls, onAdded, onStop }: AddPasskeyProps & { onStop: () => void }) {
  const t = useT()
  const [isPending, setPending] = useState(false)
  const required = (entered: string) => (entered.trim() ? null : t('password.required'))
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { name: required, password: required },
  })
  const showRefusal = (error: unknown) => {
    if (showWrongPassword(form, { field: 'password', error }) || showFieldErrors(form, error)) return
    if (isApiError(error)) showFailure(error, calls.failure)
    else showToast({ kind: 'info', title: t('passkey.title'), message: t('passkey.notMade') })
  }
  const add = async ({ name, password }: typeof form.values) => {
    setPending(true)
    try {
      const created = await createPasskey(await calls.start({ password }), calls.residentKey)
      const { recoveryCodes } = await calls.confirm({ name, ...created })
      onAdded(recoveryCodes)
    } catch (error) {
      setPending(false)
      showRefusal(error)
    }
  }
  return (
    <form onSubmit={form.onSubmit((values) => void add(values), focusFirstError(form))} noValidate>
      <Stack maw="28rem">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <TextInput
          label={t('passkey.name')}
          description={t('passkey.nameHint')}
          maxLength={60}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <PasswordField
          label={t('word.yourPasswordAgain')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {t('passkey.add')}
          </Button>
          <Button variant="default" onClick={onStop}>
            {t('dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The calls about the passkeys of one kind of account. */
export type PasskeyCalls = {
  /** `required`: a passkey logs in with nothing typed. */
  residentKey: 'required' | 'preferred'
  list: ComponentProps<typeof QueryView<Passkey[]>>['query']
  start: (input: { password: string }) => Promise<PasskeyOffer>
  confirm: (input: ConfirmPasskeyInput) => Promise<ConfirmedPasskey>
  refresh: () => Promise<void>
  failure?: FailureWords | undefined
}

/** The calls about a member's own passkeys. `onChanged`: what else has to be read again. */
export function useMemberPasskeys(
  failure: FailureWords | undefined,
  onChanged?: () => Promise<unknown>,
): PasskeyCalls {
  const utils = trpc.useUtils()
  const list = trpc.account.listPasskeys.useQuery(undefined, { staleTime: 0 })
  const { mutateAsync: start } = trpc.account.startPasskey.useMutation()
  const { mutateAsync: confirm } = trpc.account.confirmPasskey.useMutation()
  const refresh = async () => {
    await Promise.all([utils.account.listPasskeys.invalidate(), onChanged?.()])
  }
  return { residentKey: 'required', list, start, confirm, refresh, failure }
}

type Refusal<Values> = { field: keyof Values & string; error: unknown }

/** Show a wrong password at its field. Returns whether that was the error. */
function showWrongPassword<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { field, error }: Refusal<Values>,
): boolean {
  if (!isApiError(error) || error.data?.appCode !== 'WRONG_PASSWORD') return false
  form.setFieldError(field, error.message)
  form.getInputNode(field)?.focus()
  return true
}

/** The passkeys of a member. One with an admin role has them with their second factor, where its proof can be given. */
export function MemberPasskeys({ user }: { user: User }) {
  const t = useT()
  if (!user.isAdmin) return <OwnPasskeys email={user.email} />
  return (
    <Section title={t('passkey.sectionTitle')} text={t('passkey.ofAdmin')}>
      <div>
        <Button variant="default" renderRoot={(props) => <Link to="/admin/account" {...props} />}>
          {t('passkey.toAdmin')}
        </Button>
      </div>
    </Section>
  )
}

function OwnPasskeys({ email }: { email: string }) {
  const t = useT()
  const calls = useMemberPasskeys({ title: t('passkey.failedTitle'), offline: t('earn.offline') })
  return <PasskeysSection calls={calls} text={t('passkey.what')} username={email} Removal={MemberRemoval} />
}

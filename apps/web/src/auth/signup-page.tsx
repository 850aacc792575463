import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import type { SignupInput } from '@chuma/contract/auth/auth'
import { MIN_PASSWORD_LENGTH, SIGN_UP_REQUIRED } from '@chuma/contract/form-rules'
import { Anchor, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useInvite } from '../app/page-search.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { describeRefusal, fieldErrorsOf, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { markFields, showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { AuthFrame } from './auth-frame.tsx'
import { pauseMails } from './links/verification-pauses.ts'
import {
  type FormProblem,
  findPasswordProblem,
  PasswordField,
  PasswordStrength,
} from './passwords/password-field.tsx'
import { saveUserSession } from './session.ts'
import { useLeaveWhenSignedIn } from './sessions/require-member.tsx'

const EMPTY: SignupInput = {
  firstName: '',
  lastName: '',
  email: '',
  country: 'Kenya',
  password: '',
  confirmPassword: '',
}

export function SignupPage() {
  const t = useT()
  const { ref } = useInvite()
  const form = useForm<SignupInput>({ initialValues: { ...EMPTY, referralCode: ref } })
  const signup = useSignup((error) => showFieldErrors(form, error))
  useLeaveWhenSignedIn()

  const submit = (values: SignupInput) => {
    const problem = findSignupProblem(values, t)
    if (problem) {
      markFields(form, { names: problem.fields, message: problem.message })
      showToast({ kind: 'error', title: problem.title, message: problem.message })
      return
    }
    const { country, referralCode, ...rest } = values
    signup.run({
      ...rest,
      // If the country is cleared, the server uses its default.
      ...(country.trim() && { country }),
      ...(referralCode?.trim() && { referralCode }),
    })
  }
  const field = (name: keyof SignupInput) => form.getInputProps(name)
  const { firstName, lastName, email, password, referralCode } = form.values
  return (
    <AuthFrame
      title={t('word.signUp')}
      lead={t('signup.lead')}
      otherwise={{
        question: t('signup.haveAccount'),
        label: t('word.logIn'),
        to: '/login',
        search: { ref: referralCode?.trim() || undefined },
      }}
    >
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t('signup.firstName')} autoComplete="given-name" {...field('firstName')} />
            <TextInput label={t('signup.lastName')} autoComplete="family-name" {...field('lastName')} />
          </SimpleGrid>
          <TextInput label={t('word.email')} type="email" autoComplete="email" {...field('email')} />
          <TextInput label={t('word.country')} autoComplete="country-name" {...field('country')} />
          <PasswordField
            label={t('auth.password')}
            description={t('signup.passwordHint', { count: MIN_PASSWORD_LENGTH })}
            autoComplete="new-password"
            {...field('password')}
          />
          <PasswordStrength password={password} about={[firstName, lastName, email]} />
          <PasswordField
            label={t('signup.confirmPassword')}
            autoComplete="new-password"
            {...field('confirmPassword')}
          />
          <InviteCodeField form={form} />
          <Text size="sm" c="dimmed">
            {t('signup.currencyNote')} {t('signup.privacyNote')}{' '}
            <Anchor renderRoot={(props) => <Link to="/privacy" {...props} />}>{t('nav.privacy')}</Anchor>
          </Text>
          <Text size="sm">
            {t('signup.confirmNote')}{' '}
            <Anchor renderRoot={(props) => <Link to="/terms" {...props} />}>
              {t('signup.terms', { version: TERMS_IN_FORCE.version })}
            </Anchor>
            .
          </Text>
          <Button type="submit" disabled={signup.isPending} fullWidth>
            {t(signup.isPending ? 'signup.pending' : 'signup.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

/** Sign up, report the outcome, and go to the page that SPEC §4 names for it. */
function useSignup(onRefused: (error: unknown) => void) {
  const t = useT()
  const navigate = useNavigate()
  return useAction(trpc.auth.signup, {
    onDone: ({ requiresVerification, token, message }, { email }) => {
      showToast({ kind: 'success', title: t('signup.createdTitle'), message })
      if (requiresVerification) {
        pauseMails(email)
        return navigate({ to: '/verify-email', search: { email: email.trim() } })
      }
      if (!token) return navigate({ to: '/login' })
      saveUserSession({ token })
      return navigate({ to: '/' })
    },
    onFailed: (error) => {
      onRefused(error)
      const { kind, message } = describeRefusal(error, t('signup.failed'))
      const weakPassword = fieldErrorsOf(error).password
      const title = t(weakPassword ? 'signup.weakTitle' : 'signup.failedTitle')
      showToast({ kind, title, message: weakPassword ?? message })
      return true
    },
  })
}

/**
 * The code of the member who invited the visitor, visible and removable; without one, a field to enter it while
 * invitations pay.
 */
function InviteCodeField({ form }: { form: UseFormReturnType<SignupInput> }) {
  const t = useT()
  const navigate = useNavigate()
  const isOpen = trpc.wallet.getTerms.useQuery().data?.isReferralOpen ?? false
  const hasCode = form.values.referralCode !== undefined
  const isAdded = useRef(false)
  useEffect(() => {
    if (hasCode && isAdded.current) form.getInputNode('referralCode')?.focus()
  }, [hasCode, form])

  const add = () => {
    isAdded.current = true
    form.setFieldValue('referralCode', '')
  }
  const remove = () => {
    form.setFieldValue('referralCode', undefined)
    form.clearFieldError('referralCode')
    // Removes the code from the address, and with it the focused button.
    form.getInputNode('confirmPassword')?.focus()
    void navigate({ to: '/signup', search: {}, replace: true })
  }
  if (!hasCode) {
    return (
      isOpen && (
        <Button variant="subtle" onClick={add}>
          {t('signup.inviteAdd')}
        </Button>
      )
    )
  }
  return (
    <div>
      <TextInput
        label={t('signup.inviteCode')}
        description={t('signup.inviteHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...form.getInputProps('referralCode')}
      />
      <Button variant="subtle" px={0} onClick={remove}>
        {t('signup.inviteRemove')}
      </Button>
    </div>
  )
}

/** Find the first problem that blocks submitting, in the order of SPEC §5. */
export function findSignupProblem(form: SignupInput, t: Translate): FormProblem<SignupInput> | null {
  // A password may consist of spaces.
  const missing = SIGN_UP_REQUIRED.filter((name) => !(name === 'password' ? form[name] : form[name].trim()))
  if (missing.length > 0) {
    return { title: t('auth.missingTitle'), message: t('signup.missing'), fields: missing }
  }
  return findPasswordProblem(form, t)
}

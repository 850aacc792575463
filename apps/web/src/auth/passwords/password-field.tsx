import { MIN_PASSWORD_LENGTH, NEW_PASSWORD_RULES } from '@chuma/contract/form-rules'
import { PasswordInput, type PasswordInputProps, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './password-strength.module.css'

/** A password field whose show button is reachable by keyboard and has a name for screen readers. */
export function PasswordField(props: PasswordInputProps) {
  const t = useT()
  const [isVisible, visibility] = useDisclosure(false)
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visible={isVisible}
      onVisibilityChange={visibility.toggle}
      styles={{
        visibilityToggle: {
          width: '2.75rem',
          minWidth: '2.75rem',
          height: '2.75rem',
          color: 'var(--mantine-color-dimmed)',
        },
      }}
      visibilityToggleButtonProps={{
        'aria-label': t(isVisible ? 'auth.hidePassword' : 'auth.showPassword'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  )
}

type Props = {
  password: string
  /** Words that an attacker would try first: the member's names and address. */
  about: readonly string[]
}

/** How hard a password is to guess, in a word. Appears, and loads its code, once something is typed. */
export function PasswordStrength({ password, about }: Props) {
  const t = useT()
  const typed = useDeferredValue(password)
  const rate = useRating(typed !== '')
  if (typed === '') return null
  const score = rate?.(typed, about) ?? 0
  const label = t(rate ? `strength.${score}` : 'strength.waiting')
  return (
    <div className={classes.strength}>
      <VisuallyHidden>
        <meter min={0} max={4} value={score} aria-label={t('strength.label')} aria-valuetext={label} />
      </VisuallyHidden>
      <div className={classes.bars} data-score={score} aria-hidden>
        <span />
        <span />
        <span />
        <span />
      </div>
      <p className={classes.label} aria-live="polite">
        {t('strength.label')}: <strong>{label}</strong>
      </p>
    </div>
  )
}

type Rate = typeof import('./rate-password.ts').ratePassword

function useRating(isWanted: boolean): Rate | undefined {
  const [loaded, setLoaded] = useState<{ rate: Rate }>()
  useEffect(() => {
    if (!isWanted) return
    // Optional: a password can be set without it, and the server checks in any case.
    import('./rate-password.ts').then(
      ({ ratePassword }) => setLoaded({ rate: ratePassword }),
      () => undefined,
    )
  }, [isWanted])
  return loaded?.rate
}

type Passwords = { password: string; confirmPassword: string }
export type FormProblem<Form> = { title: string; message: string; fields: (keyof Form & string)[] }

/** Find what is wrong with a new password that was typed twice, in the words of SPEC §5. */
export function findPasswordProblem(form: Passwords, t: Translate): FormProblem<Passwords> | null {
  const broken = NEW_PASSWORD_RULES.find(({ isBroken }) => isBroken(form))
  if (!broken) return null
  const [title, message] =
    broken.code === 'PASSWORDS_DIFFER'
      ? [t('signup.mismatchTitle'), t('signup.mismatch')]
      : [t('signup.weakTitle'), t('signup.weak', { count: MIN_PASSWORD_LENGTH })]
  return { title, message, fields: [broken.field] }
}

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../../i18n/use-t.ts'

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

import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../../i18n/use-t.ts'

type Props = TextInputProps & { hasApp?: boolean }

/** Six digits from the app, with a numeric keyboard; or a recovery code, with the other button. */
export function CodeField({ hasApp = true, ...props }: Props) {
  const t = useT()
  const [isRecovery, recovery] = useDisclosure(!hasApp)
  return (
    <div>
      {isRecovery ? (
        <TextInput
          key="recovery"
          {...props}
          label={t('code.recovery')}
          description={t('code.recoveryHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <AppCodeField key="app" {...props} />
      )}
      {hasApp && (
        <Button variant="subtle" px={0} onClick={recovery.toggle}>
          {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
        </Button>
      )}
    </div>
  )
}

export function AppCodeField(props: TextInputProps) {
  const t = useT()
  return (
    <TextInput
      {...props}
      label={t('code.app')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
    />
  )
}

import type { StartedSecondFactor } from '@chuma/contract/admin/staff'
import type { PasskeyAnswer, PasskeyRequest } from '@chuma/contract/auth/passkeys'
import { Anchor, Button, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { useT } from '../../i18n/use-t.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { saveFile } from '../../ui/actions/download-button.tsx'
import { showFailure } from '../../ui/actions/use-action.ts'
import { StepTitle } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'
import { PasskeyButton, signWithPasskey, usePasskeyAction } from '../passkeys/passkeys.tsx'
import classes from './second-factor-steps.module.css'

type Props = {
  started: StartedSecondFactor
  form: UseFormReturnType<{ code: string }>
  isPending: boolean
  onSend: (values: { code: string }) => void
  onStop: () => void
}

/** Shows the secret as a QR code and as text, and asks for a code that proves the app has it. */
export function SecondFactorSteps({ started, form, isPending, onSend, onStop }: Props) {
  const t = useT()
  return (
    <form onSubmit={form.onSubmit(onSend, focusFirstError(form))} noValidate>
      <div className={classes.steps}>
        <QrCode text={started.otpauthUri} label={t('factor.qr')} />
        <Stack gap="sm" className={classes.words ?? ''}>
          <div>
            <StepTitle>{t('factor.scanTitle')}</StepTitle>
            <Text c="dimmed">{t('factor.scan')}</Text>
          </div>
          <div>
            <Text>{t('factor.secret')}</Text>
            <div className={classes.secret}>
              <code>{started.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={started.secret} />
            </div>
            <Anchor href={started.otpauthUri} className={classes.open ?? ''}>
              {t('factor.open')}
            </Anchor>
          </div>
          <AppCodeField {...form.getInputProps('code')} />
          <Group>
            <Button type="submit" disabled={isPending}>
              {t(isPending ? 'factor.confirming' : 'factor.confirm')}
            </Button>
            <Button variant="default" onClick={onStop}>
              {t('dialog.cancel')}
            </Button>
          </Group>
        </Stack>
      </div>
    </form>
  )
}

/** Four empty modules on each side: many cameras cannot read a code without them. */
const BORDER = 4

/** Dark on light in both colour schemes, because some apps cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

function draw(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size, path: squares.join('') }
}

/** Only this answer contains the codes, so they stay until staff confirm that they have saved them. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useT()
  const text = codes.join('\n')
  const download = () => saveFile(t('codes.file'), new Blob([`${text}\n`], { type: 'text/plain' }))
  return (
    <Stack gap="sm" className={classes.codes ?? ''}>
      <StepTitle>{t('codes.title')}</StepTitle>
      <Text>{t('codes.text')}</Text>
      <ul className={classes.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group>
        <CopyButton text={text} label={t('codes.copy')} />
        <Button
          variant="default"
          px="md"
          leftSection={<IconDownload aria-hidden size={20} />}
          onClick={download}
        >
          {t('codes.download')}
        </Button>
        <Button px="md" onClick={onKept}>
          {t('codes.done')}
        </Button>
      </Group>
    </Stack>
  )
}

type CodeFieldProps = TextInputProps & { hasApp?: boolean }

/** Six digits from the app, with a numeric keyboard; or a recovery code, with the other button. */
export function CodeField({ hasApp = true, ...props }: CodeFieldProps) {
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

function AppCodeField(props: TextInputProps) {
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

type PasskeyProps = { request: () => Promise<PasskeyRequest>; onSigned: (answer: PasskeyAnswer) => void }

/** The button of a second factor. */
export function UsePasskey({ request, onSigned }: PasskeyProps) {
  const t = useT()
  const { run, isRunning } = usePasskeyAction(
    async () => {
      const { userHandle: _, ...answer } = await signWithPasskey(await request())
      onSigned(answer)
    },
    { onRefused: showFailure, notUsed: t('passkey.notUsed') },
  )
  return <PasskeyButton label={t('passkey.use')} isRunning={isRunning} onClick={run} />
}

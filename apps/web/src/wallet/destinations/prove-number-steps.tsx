import { Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { MoneyButton } from '../../offline/money-button.tsx'
import { CodeProblem } from './code-problem.tsx'
import { EnterCode } from './enter-code.tsx'
import { maskPhone } from './mask-number.ts'
import type { Proven } from './use-confirm-code.ts'
import { useRequestCode } from './use-request-code.ts'

type Props = { number: string; onDone: (proven: Proven) => void }

/** Ask for a code, then enter it. */
export function ProveNumberSteps({ number, onDone }: Props) {
  const t = useT()
  const request = useRequestCode(number)
  const { send, isPending, code, problem } = request
  if (code) return <EnterCode number={number} code={code} request={request} onDone={onDone} />
  return (
    <Stack>
      <Text>{t('prove.why', { number: maskPhone(number) })}</Text>
      <CodeProblem>{problem}</CodeProblem>
      <MoneyButton onClick={send} disabled={isPending} fullWidth data-autofocus>
        {t(isPending ? 'prove.sending' : 'prove.send')}
      </MoneyButton>
      <Text size="sm" c="dimmed">
        {t('prove.noTextHelp')}
      </Text>
    </Stack>
  )
}

import { Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage } from '../../trpc.ts'

/** Why clients' door did not open. A question for the code is no failure. */
export function DoorRefusal({ error }: { error: unknown }) {
  const t = useT()
  if (isApiError(error) && error.data?.appCode === 'SECOND_FACTOR_REQUIRED') {
    return <Text role="status">{serverMessage(error, t('state.failedText'))}</Text>
  }
  const fields = isApiError(error) ? Object.values(error.data?.fieldErrors ?? {}).flat() : []
  return (
    <Text role="alert" c="var(--chuma-bad)">
      {fields[0] ?? serverMessage(error, t('state.failedText'))}
    </Text>
  )
}

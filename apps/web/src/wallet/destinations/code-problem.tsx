import { Text } from '@mantine/core'

/** Why a code was not sent; there before it says something, so that it is read out. */
export function CodeProblem({ children }: { children: string | null }) {
  return (
    <Text role="alert" c="var(--mantine-color-error)" size="sm" hidden={children === null}>
      {children}
    </Text>
  )
}

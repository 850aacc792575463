import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { StepTitle } from '../../ui/dialogs/step-title.tsx'
import { Panel } from '../../ui/page/panel.tsx'

type Props = { title: string; text: string; children: ReactNode }

/** One step of the set-up. Its title takes the focus, because it replaced another step. */
export function StepSection({ title, text, children }: Props) {
  return (
    <Panel>
      <Stack>
        <div>
          <StepTitle>{title}</StepTitle>
          <Text c="dimmed">{text}</Text>
        </div>
        {children}
      </Stack>
    </Panel>
  )
}

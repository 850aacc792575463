import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNonce } from '../page-nonce.ts'
import { theme } from '../theme.ts'
import './app-layout.css'

/**
 * What Mantine's components need around them. Its variables are in the page's own style sheet; nothing is shown or hidden by
 * its classes.
 */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce}
    >
      {children}
    </MantineProvider>
  )
}

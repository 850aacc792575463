import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNonce } from '../page-nonce.ts'
import { theme } from '../theme.ts'
import './app-layout.css'

/**
 * The context that Mantine's components need. Its variables are in the page's own style sheet; the classes that show or
 * hide things are not used.
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

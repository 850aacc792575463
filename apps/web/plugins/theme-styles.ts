import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { cssVariables, theme } from '../src/theme.ts'

const NAME = 'virtual:theme.css'
const NO_VARIABLES = '\0no-variables'

/**
 * Write the theme's variables as a style sheet: colours are right before any script runs, and the landing page needs no
 * Mantine. Leaves out Mantine's own code for this, which computes its default theme as soon as it loads.
 */
export function themeStyles(): Plugin {
  return {
    name: 'chuma:theme-styles',
    // Must run before Vite resolves the file itself.
    enforce: 'pre',
    resolveId: (id) => {
      if (id === NAME) return `\0${NAME}`
      return id.endsWith('/MantineCssVariables.mjs') ? NO_VARIABLES : null
    },
    load(id) {
      if (id === NO_VARIABLES) return 'export const MantineCssVariables = () => null'
      if (id !== `\0${NAME}`) return
      const provider = { theme, cssVariablesResolver: cssVariables, defaultColorScheme: 'light' as const }
      const markup = renderToStaticMarkup(createElement(MantineProvider, provider))
      return /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(markup)?.[1]
    },
  }
}

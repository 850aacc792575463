import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { cssVariables, theme } from '../src/theme.ts'

const NAME = 'virtual:theme.css'

/** The theme's variables as a style sheet: colours are right before any script has run, and the landing needs no Mantine. */
export function themeStyles(): Plugin {
  return {
    name: 'chuma:theme-styles',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return
      const provider = { theme, cssVariablesResolver: cssVariables, defaultColorScheme: 'light' as const }
      const markup = renderToStaticMarkup(createElement(MantineProvider, provider))
      return /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(markup)?.[1]
    },
  }
}

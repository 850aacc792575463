/** The scripts call the command, so they stay valid after updates. Without suggestions they complete file names. */
export const completionScripts = {
  bash: `# chuma completion bash > /etc/bash_completion.d/chuma, or: source <(chuma completion bash)
_chuma() {
  local IFS=$'\\n'
  COMPREPLY=($(chuma __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _chuma chuma
`,
  zsh: `#compdef chuma
# chuma completion zsh > a folder of $fpath/_chuma, or: source <(chuma completion zsh)
_chuma() {
  local -a lines candidates
  lines=("\${(@f)$(chuma __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  candidates=("\${(@)\${(@)lines:#}/$'\\t'/:}")
  if (( \${#candidates} )); then
    _describe 'chuma' candidates
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_chuma" ]; then
  _chuma "$@"
else
  compdef _chuma chuma
fi
`,
  fish: `# chuma completion fish > ~/.config/fish/completions/chuma.fish
function __chuma_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l found (chuma __complete -- $before[2..-1] "$typed" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$typed"
    end
end
complete -c chuma -f -a '(__chuma_complete)'
`,
} as const

/**
 * The scripts that make shells complete `flowgate`. All of them ask `flowgate __complete`, which prints a line
 * `word<TAB>summary` for each candidate and a last line `:file`, `:folder` or `:none`.
 */
export const shellScripts = {
  bash: `# Completes flowgate in bash: eval "$(flowgate completion bash)"
_flowgate() {
  local line paths=none
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) paths=\${line#:} ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete --shell bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # Files are the default of readline, which knows quotes; here it gets more words or none.
  case $paths in
    file)
      if [ \${#COMPREPLY[@]} -gt 0 ]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
      fi ;;
    folder) compopt +o default -o dirnames 2>/dev/null ;;
    *) compopt +o default 2>/dev/null ;;
  esac
}
complete -o default -F _flowgate flowgate
`,
  zsh: `#compdef flowgate
# Completes flowgate in zsh: eval "$(flowgate completion zsh)" after compinit, or a file _flowgate in a folder of fpath.
_flowgate() {
  local line paths=none
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" __complete --shell zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :*) paths=\${line#:} ;;
      *$'\\t'*) candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
      ?*) candidates+=("\${line//:/\\\\:}") ;;
    esac
  done
  (( $#candidates )) && _describe -V flowgate candidates
  [[ $paths != none ]] && compset -P '--*='
  case $paths in
    file) _files ;;
    folder) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _flowgate ]]; then
  _flowgate "$@"
else
  compdef _flowgate flowgate
fi
`,
  fish: `# Completes flowgate in fish: flowgate completion fish | source
function __flowgate_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    test (count $current) -eq 0; and set current ''
    for line in ($words[1] __complete --shell fish -- $words[2..-1] $current 2>/dev/null)
        switch $line
            case ':file'
                __fish_complete_path $current
            case ':folder'
                __fish_complete_directories $current ''
            case ':none'
            case '*'
                echo $line
        end
    end
end
complete -c flowgate -f -a '(__flowgate_complete)'
`,
} as const;

export type Shell = keyof typeof shellScripts;

# `sh src/scripts/own-node.sh SCRIPT …` runs a script that handles secrets. npm puts the Node.js in node_modules, which one person
# packages, first in the PATH: it is not started while this machine has one that is new enough. One line says which it is.
set -fu
major_min=26

say() { [ -n "$help" ] || echo "$1" >&2; }
help=
for word; do [ "$word" != --help ] || help=yes; done

# Only what the shell itself can do until a Node.js is chosen: any other program would be looked up in npm's PATH.
path=
IFS=:
for folder in $PATH; do
  case $folder in
    '' | *node_modules*) ;;
    *) path=${path:+$path:}$folder ;;
  esac
done
for folder in $path; do
  [ -x "$folder/node" ] || continue
  major=$(PATH=$path "$folder/node" -p 'parseInt(process.versions.node, 10)' 2>&- </dev/null) || continue
  case $major in '' | *[!0-9]*) continue ;; esac
  if [ "$major" -ge "$major_min" ]; then
    say "This runs on your own Node.js, $folder/node."
    # For wrangler's child processes as well.
    export PATH="$folder:$path"
    exec "$folder/node" "$@"
  fi
done
say "This runs on the Node.js in node_modules, which one person packages: it sees your secrets. A Node.js $major_min or later on your PATH is used instead."
exec node "$@"

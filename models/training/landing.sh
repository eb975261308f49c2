# Sourced by the courses of the index reader: what is exported made as small as it is committed, and what the reader's letters and corners are told by.
landed() { # folder of train.sh, folder of the course with renderings to take ranges from
  $python "$here/quantise.py" --models "$here/.." --work "$2"
  $python "$here/train_letters.py" --work "$1" --models "$here/.."
  $python "$here/first_layer.py" --models "$here/.."
  # The branch of the corners as it was, on what it was on.
  $python "$here/train_corners.py" --data "$1/corners/*" --models "$here/.." --init "$1/corners3.pt" --out "$2/corners.pt" --minutes .00001
}

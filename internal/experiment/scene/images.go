package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// debianImages is the path of the training images in the Debian package dataset-fashion-mnist, with
// or without .gz.
const debianImages = "/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte"

// Images returns the path of the training images of Fashion-MNIST: the given one, which must exist,
// or that of Debian's package. If they are not installed, the path is empty and absent says so.
func Images(given string) (path, absent string, err error) {
	if path, err = findImages(given, debianImages); path != "" || err != nil {
		return path, "", err
	}
	return "", fmt.Sprintf("Fashion-MNIST is left out: there is no %s[.gz]; install the Debian package dataset-fashion-mnist", debianImages), nil
}

// findImages returns the path of the images: the given one, which must exist, or the installed one,
// with or without .gz. It is empty if they are not installed.
func findImages(given, installed string) (string, error) {
	if given != "" {
		if _, err := os.Stat(given); err != nil {
			return "", fmt.Errorf("the training images of Fashion-MNIST: %w", err)
		}
		return given, nil
	}
	for _, path := range []string{installed, installed + ".gz"} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", nil
}
